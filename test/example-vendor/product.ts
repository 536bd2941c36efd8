import { type Product, shippedProduct, type Vendor } from "../../src/composition/vendors.ts";
import { northwindProvider } from "./northwind/definitions/northwind-provider.ts";
import { signingKey } from "./northwind/definitions/signing-key.ts";
import { northwindAccess } from "./northwind/driver/northwind-access.ts";
import { northwindDoctor } from "./northwind/driver/northwind-doctor.ts";
import { northwindDriver } from "./northwind/driver/northwind-driver.ts";
import { northwindLocal } from "./northwind/local-cloud/northwind-local.ts";

/** The whole of a vendor, as `shippedProduct` lists those of the product. */
const northwind: Vendor = {
  kind: "northwind",
  driver: northwindDriver,
  doctor: northwindDoctor,
  access: northwindAccess,
  local: northwindLocal,
};

const { catalog, vendors } = shippedProduct;

/** The product with an eighth resource at a fourth vendor. */
export const eighthProduct: Product = {
  catalog: {
    ...catalog,
    resources: { ...catalog.resources, [signingKey.type]: signingKey },
    providers: { ...catalog.providers, [northwindProvider.type]: northwindProvider },
  },
  vendors: [...vendors, northwind],
};
