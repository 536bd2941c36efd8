/** Version of this Plumbline; a test holds it equal to the package's. */
export const version = "0.2.0";
