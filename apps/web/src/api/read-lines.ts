import { askServer, lost } from './own-answer.ts'

/**
 * Reads an answer line by line as it arrives. Each line is a JSON value and ends with a newline. Throws like `read`.
 */
export async function* readLines<T>(path: string, signal?: AbortSignal): AsyncGenerator<T> {
  try {
    const { body } = await askServer(path, signal ? { signal } : {})
    if (!body) return
    let rest = ''
    const reader = body.pipeThrough(new TextDecoderStream()).getReader()
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const lines = (rest + part.value).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) yield JSON.parse(line) as T
    }
  } catch (error) {
    throw lost(error)
  }
}
