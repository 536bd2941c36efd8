/** An answer whose body breaks off as the one that came did. */
export function brokenOff(status: number, headers: Headers, cause: unknown): Response {
  const body = new ReadableStream({ start: (controller) => controller.error(cause) });
  return new Response(status === 204 || status === 304 ? null : body, { status, headers: [...headers] });
}
