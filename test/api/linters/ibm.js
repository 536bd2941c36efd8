// IBM's rules, but for those that are a matter of a house's own spelling:
// - names are in camel case, as the specification spells the fields of its resources, and so are operation ids;
// - what is asked of a resource beside the standard methods hangs on its path by a colon (`/runs/{run}:cancel`), and
//   segments of several words are joined by hyphens;
// - enums hold the words that people are shown.
import ibm from "@ibm-cloud/openapi-ruleset";
import utilities from "@ibm-cloud/openapi-ruleset-utilities";
import { casing, pattern } from "@stoplight/spectral-functions";

const { schemas } = utilities.collections;

const named = (description, given, then) => ({
  description,
  message: "{{error}}",
  severity: "error",
  resolved: true,
  given,
  then,
});

export default {
  extends: ibm,
  rules: {
    "ibm-property-casing-convention": "off",
    "ibm-parameter-casing-convention": "off",
    "ibm-enum-casing-convention": "off",
    "ibm-path-segment-casing-convention": "off",
    "ibm-valid-path-segments": "off",
    "plumbline-property-casing": named(
      "Names of properties are in camel case.",
      schemas.map((each) => `${each}.properties[?(@property !== '$schema')]~`),
      { function: casing, functionOptions: { type: "camel", disallowDigits: false } },
    ),
    "plumbline-query-casing": named(
      "Names in the query are in camel case.",
      "$.paths[*][*].parameters[?(@.in === 'query')].name",
      {
        function: casing,
        functionOptions: { type: "camel" },
      },
    ),
    "plumbline-path-segments": named(
      "Segments are words joined by hyphens, or one value; a verb hangs on by a colon.",
      "$.paths[*]~",
      {
        function: pattern,
        functionOptions: {
          match: "^(/([a-z][a-z0-9]*(-[a-z0-9]+)*|[{][a-z]+[}]|openapi(-3[.]0)?[.]json)(:[a-z][A-Za-z]*)?)+$",
        },
      },
    ),
  },
};
