import type { Exported } from './exported.ts'

/**
 * Makes a Word document in a worker, because a long document would block the page. Rejects if the worker fails or its
 * code cannot be fetched.
 */
export const docxElsewhere = (document: Exported): Promise<Blob> => {
  const worker = new Worker(new URL('./docx-worker.ts', import.meta.url), { type: 'module' })
  const { promise, resolve, reject } = Promise.withResolvers<Blob>()
  worker.onmessage = ({ data }: MessageEvent<Blob | null>) =>
    data === null ? reject(new Error('The document could not be made')) : resolve(data)
  worker.onerror = () => reject(new Error('The worker that makes documents did not start'))
  worker.postMessage(document)
  return promise.finally(() => worker.terminate())
}
