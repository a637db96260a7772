import autocannon from 'autocannon'
import { aReader, residentMb, startApp } from './app.ts'

/** The number of simultaneous writers. Each waits for the answer before its next write. */
const WRITERS = 10
const LOOKS = 4

/** The app's used heap in MB, from /metrics. No garbage collection comes before. */
const heapMb = async (address: string): Promise<number> => {
  const text = await (await fetch(`${address}/metrics`)).text()
  return Number(/^nodejs_heap_size_used_bytes (\S+)/m.exec(text)?.[1] ?? Number.NaN) / 2 ** 20
}

/** Writes notes over HTTP, and prints the app's memory after each quarter. The memory should level off. */
export async function measureManyWrites(environment: Readonly<Record<string, string>>, writes: number): Promise<void> {
  const app = await startApp(environment)
  try {
    const { address, pid } = app
    const cookie = await aReader(address)
    const print = async (written: number) => {
      const [heap, resident] = [await heapMb(address), residentMb(pid)].map((mb) => mb.toFixed(0).padStart(5))
      console.log(`${String(written).padStart(7)} writes  heap ${heap} MB  resident ${resident} MB`)
    }
    await print(0)
    const part = Math.ceil(writes / LOOKS)
    for (let look = 1; look <= LOOKS; look++) {
      let asked = 0
      const setupRequest = (request: autocannon.Request) => {
        const verse_id = 19_000_001 + 1_000 * (1 + (asked % 150))
        const text = `Note ${look}.${asked++}: the width of it, and the length`
        return { ...request, body: JSON.stringify({ verse_id, text, version: 'KJV' }) }
      }
      const result = await autocannon({
        url: `${address}/api/note/`,
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie },
        connections: WRITERS,
        amount: part,
        requests: [{ setupRequest }],
      })
      const failed = result.non2xx + result.errors
      if (failed > 0) throw new Error(`${failed} of ${part} notes were refused`)
      await print(look * part)
    }
  } finally {
    await app.stop()
  }
}
