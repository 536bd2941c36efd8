/** Regions that Connectors is offered in, as far as the local cloud lists them; any other name is served as well. */
export const connectorsRegions = [
  "asia-east1",
  "asia-northeast1",
  "asia-south1",
  "asia-southeast1",
  "australia-southeast1",
  "europe-north1",
  "europe-west1",
  "europe-west2",
  "europe-west3",
  "europe-west4",
  "northamerica-northeast1",
  "southamerica-east1",
  "us-central1",
  "us-east1",
  "us-east4",
  "us-west1",
  "us-west2",
] as const;

/** The label that names a location's region. */
export const regionLabel = "cloud.googleapis.com/region";
/** Stands for every location in lists. */
export const anyLocation = "-";
