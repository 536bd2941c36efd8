/** Built-in roles by guid (published by the vendor): listed at every scope, and named in answers. */
export const builtInRoles: Readonly<Record<string, string>> = {
  "8e3af657-a8ff-443c-a75c-2fe8c4bcb635": "Owner",
  "b24988ac-6180-42a0-ab88-20f7382dd24c": "Contributor",
  "acdd72a7-3385-48ef-bd42-f606fba81ae7": "Reader",
  "18d7d88d-d35e-4fb5-a5c3-7773c20a72d9": "User Access Administrator",
  "a1705bd2-3a8f-45a5-8683-466fcfd5cc24": "FHIR Data Converter",
};
