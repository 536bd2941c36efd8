/** What a call failed with; throws when it did not fail. */
export async function refusal(call: Promise<unknown>): Promise<unknown> {
  try {
    await call;
  } catch (cause) {
    return cause;
  }
  throw new Error("the call was not refused");
}
