import { generatorOf } from "../codegen/generator.ts";
import { catalog } from "../definitions/resources/catalog.ts";

/** The generator for what the product can declare. Loads no vendor, which `shippedProduct` would. */
export const openGenerator = () => generatorOf(catalog);
