/** What requests and responses have in common that few ask for: the platform's own message gives it. */
export abstract class LightMessage<Full extends Request | Response> {
  #full: Full | undefined;

  /** Makes the platform's own message of what this one holds. */
  protected abstract make(): Full;

  /** The same as the platform's own, made once; it and this one are not to be changed any more. */
  full(): Full {
    this.#full ??= this.make();
    return this.#full;
  }

  /** Whether the platform's own was asked for. */
  protected get isFull(): boolean {
    return this.#full !== undefined;
  }

  get bodyUsed(): boolean {
    return this.#full?.bodyUsed ?? false;
  }
  arrayBuffer() {
    return this.full().arrayBuffer();
  }
  blob() {
    return this.full().blob();
  }
  bytes() {
    return this.full().bytes();
  }
  formData() {
    return this.full().formData();
  }
}
