import { ApiProblem } from './api-problem.ts'

/** Reads what our own server sends line by line, each a value in JSON, as soon as it is there. Throws as `read` does. */
export async function* readLines<T>(path: string, signal?: AbortSignal): AsyncGenerator<T> {
  try {
    const response = await fetch(path, { credentials: 'same-origin', ...(signal && { signal }) })
    if (!response.ok || !response.body) throw new ApiProblem(response.status, await response.json())
    let rest = ''
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const lines = (rest + part.value).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) yield JSON.parse(line) as T
    }
  } catch (error) {
    if (error instanceof ApiProblem || (error instanceof DOMException && error.name === 'AbortError')) throw error
    throw new ApiProblem(0, {})
  }
}
