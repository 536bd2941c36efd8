/** Gives the text of a document, as rows hold it. */
export type DocumentWriter = (document: object) => string;

/** Writes documents out: one that goes into two rows, such as an intent into the journal and among the open ones, once. */
export function documentWriter(): DocumentWriter {
  let last: object | undefined;
  let text = "";
  return (document) => {
    if (document !== last) text = JSON.stringify(document);
    last = document;
    return text;
  };
}
