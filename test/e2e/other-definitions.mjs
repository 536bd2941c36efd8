// Loaded before the command (`--import`): another version of the program, whose definitions have other words for one
// field.
import { catalog } from "../../src/definitions/resources/catalog.ts";

const { type, field, words } = JSON.parse(process.env.TEST_OTHER_DEFINITION ?? "null");
Object.assign(catalog.resources[type].inputs.properties[field], words);
