/**
 * The values of a newline-delimited JSON stream, each as soon as its line is complete. Throws SyntaxError on a line
 * that is no JSON.
 */
export async function* ndjsonValues(body: AsyncIterable<Uint8Array>): AsyncGenerator<unknown> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of body) {
    rest += decoder.decode(chunk, { stream: true });
    const lines = rest.split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line.trim() !== "") yield JSON.parse(line);
  }
  rest += decoder.decode();
  if (rest.trim() !== "") yield JSON.parse(rest);
}
