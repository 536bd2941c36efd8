import type { Exchange } from "../../packages/base/exchange/exchange.ts";
import { armLocal } from "../../packages/local-cloud/azure/arm-local.ts";
import { databricksLocal } from "../../packages/local-cloud/databricks/databricks-local.ts";
import { googleLocal } from "../../packages/local-cloud/google/google-local.ts";
import type { LocalVendor } from "../../packages/local-cloud/runtime/local-vendor.ts";
import { catalog } from "../definitions/resources/catalog.ts";
import type { Catalog } from "../definitions/schema/definition.ts";
import type { Driver } from "../engine/ports/driver.ts";
import type { VendorDoctor } from "../engine/ports/vendor-doctor.ts";
import { armDoctor } from "../providers/azure/arm-doctor.ts";
import { armDriver } from "../providers/azure/arm-driver.ts";
import { azureAccess } from "../providers/credentials/azure/azure-access.ts";
import { databricksAccess } from "../providers/credentials/databricks/databricks-access.ts";
import { googleAccess } from "../providers/credentials/google/google-access.ts";
import type { VendorAccess } from "../providers/credentials/vendor-access.ts";
import { databricksDoctor } from "../providers/databricks/databricks-doctor.ts";
import { databricksDriver } from "../providers/databricks/databricks-driver.ts";
import { googleDoctor } from "../providers/google/google-doctor.ts";
import { googleDriver } from "../providers/google/google-driver.ts";

/** What one vendor brings besides its definitions. */
export interface Vendor {
  /** Kind of its providers. */
  readonly kind: string;
  readonly driver: (exchange: Exchange) => Driver;
  readonly doctor: (exchange: Exchange) => VendorDoctor;
  /** Where it is, and how it is signed in to. */
  readonly access: VendorAccess;
  /** Its part of the embedded cloud. */
  readonly local: LocalVendor;
}

/** What can be declared, and the vendors that carry it out: one for each kind of provider in the catalog. */
export interface Product {
  readonly catalog: Catalog;
  readonly vendors: readonly Vendor[];
}

/** The product as it is shipped. Nothing else lists the vendors. */
export const shippedProduct: Product = {
  catalog,
  vendors: [
    { kind: "google", driver: googleDriver, doctor: googleDoctor, access: googleAccess, local: googleLocal },
    { kind: "azure", driver: armDriver, doctor: armDoctor, access: azureAccess, local: armLocal },
    {
      kind: "databricks",
      driver: databricksDriver,
      doctor: databricksDoctor,
      access: databricksAccess,
      local: databricksLocal,
    },
  ],
};

/** The vendor of a kind of provider; undefined where there is none. */
export function vendorOf(kind: string, vendors: readonly Vendor[]): Vendor | undefined {
  return vendors.find((vendor) => vendor.kind === kind);
}
