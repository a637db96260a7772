import { hearTexts, tellTexts } from './texts-worker-here.ts'

/** Longer than any search takes, also on a slow phone: a worker that could not be started says nothing. In milliseconds. */
const NO_ANSWER_MS = 15_000

let asked = 0

/** What the server would answer at `path`, from what this device keeps; null: it keeps nothing that answers it. */
export const askKept = (path: string): Promise<unknown> => {
  asked += 1
  const id = asked
  return new Promise((resolve) => {
    const timer = setTimeout(() => done(null), NO_ANSWER_MS)
    const stop = hearTexts((message) => {
      if (message.type === 'answer' && message.id === id) done(message.value)
    })
    const done = (value: unknown) => {
      clearTimeout(timer)
      stop()
      resolve(value)
    }
    tellTexts({ type: 'ask', id, path })
  })
}
