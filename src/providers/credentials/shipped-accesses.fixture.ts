import { shippedProduct } from "../../composition/vendors.ts";
import { VendorAccesses } from "./vendor-accesses.ts";

/** For tests: how the vendors of the product are reached. */
export const accesses = new VendorAccesses(shippedProduct.vendors);
