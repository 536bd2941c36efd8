/**
 * Everything that crosses a process border has this shape. Within a process the messages are light ones (light-request,
 * light-response); the platform's own `fetch` takes full ones only.
 */
export type Fetch = (request: Request) => Promise<Response>;
