CREATE SCHEMA plumbline;

CREATE TABLE plumbline.claim (
    claim_key text NOT NULL COLLATE pg_catalog."C",
    stack text NOT NULL COLLATE pg_catalog."C",
    uid text NOT NULL,
    address text NOT NULL,
    sum bigint NOT NULL
);

CREATE TABLE plumbline.collection (
    name text NOT NULL COLLATE pg_catalog."C",
    revision bigint NOT NULL,
    documents bigint NOT NULL,
    tally bigint NOT NULL,
    sum bigint NOT NULL
);

CREATE TABLE plumbline.context (
    stack text NOT NULL COLLATE pg_catalog."C",
    body text NOT NULL,
    sum bigint NOT NULL
);

CREATE TABLE plumbline.document (
    collection text NOT NULL COLLATE pg_catalog."C",
    key text NOT NULL COLLATE pg_catalog."C",
    revision bigint NOT NULL,
    expires_at bigint,
    body text NOT NULL,
    sum bigint NOT NULL
);

CREATE TABLE plumbline.intent (
    stack text NOT NULL COLLATE pg_catalog."C",
    key text NOT NULL COLLATE pg_catalog."C",
    body text NOT NULL,
    handle text,
    sum bigint NOT NULL
);

CREATE TABLE plumbline.journal (
    stack text NOT NULL COLLATE pg_catalog."C",
    seq bigint NOT NULL,
    epoch bigint NOT NULL,
    serial bigint NOT NULL,
    run text NOT NULL COLLATE pg_catalog."C",
    prior bigint NOT NULL,
    sum bigint NOT NULL,
    entry bytea NOT NULL
);

CREATE TABLE plumbline.log (
    name text NOT NULL COLLATE pg_catalog."C",
    revision bigint NOT NULL,
    length bigint NOT NULL,
    last bigint NOT NULL,
    sum bigint NOT NULL
);

CREATE TABLE plumbline.log_entry (
    log text NOT NULL COLLATE pg_catalog."C",
    place bigint NOT NULL,
    prior bigint NOT NULL,
    body text NOT NULL,
    sum bigint NOT NULL
);

CREATE TABLE plumbline.migration (
    version integer NOT NULL,
    applied_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE plumbline.outputs (
    stack text NOT NULL COLLATE pg_catalog."C",
    body text NOT NULL,
    sum bigint NOT NULL
);

CREATE TABLE plumbline.plan (
    stack text NOT NULL COLLATE pg_catalog."C",
    digest text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL,
    created_at text NOT NULL COLLATE pg_catalog."C",
    document bytea NOT NULL,
    sum bigint NOT NULL
);

CREATE TABLE plumbline.record (
    stack text NOT NULL COLLATE pg_catalog."C",
    key text NOT NULL COLLATE pg_catalog."C",
    body text NOT NULL,
    sum bigint NOT NULL
);

CREATE TABLE plumbline.register (
    one integer NOT NULL,
    revision bigint NOT NULL,
    tally bigint NOT NULL,
    sum bigint NOT NULL,
    CONSTRAINT register_one_check CHECK ((one = 1))
);

CREATE TABLE plumbline.sealed (
    id text NOT NULL COLLATE pg_catalog."C",
    key_version bigint NOT NULL,
    body text NOT NULL,
    sum bigint NOT NULL
);

CREATE TABLE plumbline.sealing_keys (
    one integer NOT NULL,
    body text NOT NULL,
    sum bigint NOT NULL,
    CONSTRAINT sealing_keys_one_check CHECK ((one = 1))
);

CREATE TABLE plumbline.stack (
    name text NOT NULL COLLATE pg_catalog."C",
    lineage text NOT NULL,
    serial bigint NOT NULL,
    epoch bigint NOT NULL,
    holder text,
    lease_until bigint,
    lease_ms bigint,
    cancel_epoch bigint,
    state_sum bigint NOT NULL,
    claim_sum bigint NOT NULL,
    journal_seq bigint NOT NULL,
    journal_sum bigint NOT NULL,
    brief text,
    sum bigint NOT NULL
);

ALTER TABLE ONLY plumbline.claim
    ADD CONSTRAINT claim_pkey PRIMARY KEY (claim_key);

ALTER TABLE ONLY plumbline.collection
    ADD CONSTRAINT collection_pkey PRIMARY KEY (name);

ALTER TABLE ONLY plumbline.context
    ADD CONSTRAINT context_pkey PRIMARY KEY (stack);

ALTER TABLE ONLY plumbline.document
    ADD CONSTRAINT document_pkey PRIMARY KEY (collection, key);

ALTER TABLE ONLY plumbline.intent
    ADD CONSTRAINT intent_pkey PRIMARY KEY (stack, key);

ALTER TABLE ONLY plumbline.journal
    ADD CONSTRAINT journal_pkey PRIMARY KEY (stack, seq);

ALTER TABLE ONLY plumbline.log_entry
    ADD CONSTRAINT log_entry_pkey PRIMARY KEY (log, place);

ALTER TABLE ONLY plumbline.log
    ADD CONSTRAINT log_pkey PRIMARY KEY (name);

ALTER TABLE ONLY plumbline.migration
    ADD CONSTRAINT migration_pkey PRIMARY KEY (version);

ALTER TABLE ONLY plumbline.outputs
    ADD CONSTRAINT outputs_pkey PRIMARY KEY (stack);

ALTER TABLE ONLY plumbline.plan
    ADD CONSTRAINT plan_pkey PRIMARY KEY (stack, digest);

ALTER TABLE ONLY plumbline.record
    ADD CONSTRAINT record_pkey PRIMARY KEY (stack, key);

ALTER TABLE ONLY plumbline.register
    ADD CONSTRAINT register_pkey PRIMARY KEY (one);

ALTER TABLE ONLY plumbline.sealed
    ADD CONSTRAINT sealed_pkey PRIMARY KEY (id);

ALTER TABLE ONLY plumbline.sealing_keys
    ADD CONSTRAINT sealing_keys_pkey PRIMARY KEY (one);

ALTER TABLE ONLY plumbline.stack
    ADD CONSTRAINT stack_pkey PRIMARY KEY (name);

CREATE INDEX claim_at ON plumbline.claim USING btree (stack, address);

CREATE INDEX document_that_expires ON plumbline.document USING btree (expires_at) WHERE (expires_at IS NOT NULL);

CREATE INDEX journal_of_run ON plumbline.journal USING btree (stack, run, seq);

ALTER TABLE ONLY plumbline.claim
    ADD CONSTRAINT claim_stack_fkey FOREIGN KEY (stack) REFERENCES plumbline.stack(name);

ALTER TABLE ONLY plumbline.context
    ADD CONSTRAINT context_stack_fkey FOREIGN KEY (stack) REFERENCES plumbline.stack(name);

ALTER TABLE ONLY plumbline.document
    ADD CONSTRAINT document_collection_fkey FOREIGN KEY (collection) REFERENCES plumbline.collection(name);

ALTER TABLE ONLY plumbline.intent
    ADD CONSTRAINT intent_stack_fkey FOREIGN KEY (stack) REFERENCES plumbline.stack(name);

ALTER TABLE ONLY plumbline.journal
    ADD CONSTRAINT journal_stack_fkey FOREIGN KEY (stack) REFERENCES plumbline.stack(name);

ALTER TABLE ONLY plumbline.log_entry
    ADD CONSTRAINT log_entry_log_fkey FOREIGN KEY (log) REFERENCES plumbline.log(name);

ALTER TABLE ONLY plumbline.outputs
    ADD CONSTRAINT outputs_stack_fkey FOREIGN KEY (stack) REFERENCES plumbline.stack(name);

ALTER TABLE ONLY plumbline.record
    ADD CONSTRAINT record_stack_fkey FOREIGN KEY (stack) REFERENCES plumbline.stack(name);
