/** Which events a stream holds, as far as this process has seen. */
export type KnownStream = {
  /** Of the last event seen. */
  version: bigint
  /** Version of each event up to `version`, by id. */
  readonly ids: Map<string, bigint>
}

/** About 100 bytes each. */
const MOST_IDS = 50_000

/** The streams that were read or written lately, within a bounded number of event ids in all. */
export class KnownStreams {
  readonly #streams = new Map<string, KnownStream>()
  #ids = 0

  /** What is known of a stream, even if that is nothing. */
  get(name: string): KnownStream | undefined {
    return this.#streams.get(name)
  }

  forget(name: string): void {
    this.#ids -= this.#streams.get(name)?.ids.size ?? 0
    this.#streams.delete(name)
  }

  /** Adds what follows the known part; events from `firstVersion` on. Ignores what would leave a hole. */
  learn(name: string, firstVersion: bigint, ids: readonly string[]): void {
    const stream = this.#streams.get(name) ?? { version: 0n, ids: new Map<string, bigint>() }
    if (firstVersion > stream.version + 1n) return
    this.#streams.delete(name) // and to the end: the first ones are those used longest ago
    this.#streams.set(name, stream)
    for (let index = Number(stream.version - firstVersion) + 1; index < ids.length; index++) {
      const id = ids[index]
      if (id === undefined) break
      stream.version++
      stream.ids.set(id, stream.version)
      this.#ids++
    }
    for (const [oldest, { ids: forgotten }] of this.#streams) {
      if (this.#ids <= MOST_IDS || oldest === name) break
      this.#streams.delete(oldest)
      this.#ids -= forgotten.size
    }
  }
}
