/**
 * A server-sent event as a browser gets it. The first message of a stream has only the id at which the stream begins,
 * and `event` is ''.
 */
export type Message = {
  readonly event: string
  readonly id: string | null
  readonly data: Record<string, unknown> | null
}

/**
 * Reads server-sent events until the stream ends or breaks. While it reads, `here.messages` and `here.comments` (the
 * number of comments) grow.
 */
export const readEvents = (chunks: AsyncIterable<string>) => {
  const here = { messages: [] as Message[], comments: 0, hasEnded: false }
  const take = (block: string): void => {
    const lines = block.split('\n')
    here.comments += lines.filter((line) => line.startsWith(':')).length
    const fields = new Map(lines.map((line) => [/^\w*/.exec(line)?.[0] ?? '', line.replace(/^\w*: ?/, '')]))
    if (!fields.has('id') && !fields.has('event')) return
    const data = fields.get('data') ?? null
    here.messages.push({
      event: fields.get('event') ?? '',
      id: fields.get('id') ?? null,
      data: data === null ? null : JSON.parse(data),
    })
  }
  const reading = (async () => {
    let text = ''
    for await (const chunk of chunks) {
      text += chunk
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        take(text.slice(0, end))
        text = text.slice(end + 2)
      }
    }
  })()
    .catch(() => undefined)
    .finally(() => {
      here.hasEnded = true
    })
  return { here, reading }
}

/** Opens an event stream over a real connection. `told`: the messages without the first one, which has only an id. */
export const listenTo = async (url: string, headers: Readonly<Record<string, string>>) => {
  const leaving = new AbortController()
  const answer = await fetch(url, { headers, signal: leaving.signal })
  const { here, reading } = readEvents(answer.body?.pipeThrough(new TextDecoderStream()) ?? (async function* () {})())
  return {
    status: answer.status,
    headers: answer.headers,
    messages: here.messages,
    told: () => here.messages.filter(({ event }) => event !== ''),
    hasEnded: () => here.hasEnded,
    leave: async () => {
      leaving.abort()
      await reading
    },
  }
}
