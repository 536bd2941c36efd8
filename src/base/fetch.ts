/** Everything that crosses a process border has this shape; the standard `fetch` fits it. */
export type Fetch = (request: Request) => Promise<Response>;
