import { asDocx } from './export-docx.ts'
import type { Exported } from './exported.ts'

// A worker that makes one document of Word and says it, or null where it could not be made.

const scope = self as unknown as {
  onmessage: (message: MessageEvent<Exported>) => void
  postMessage: (document: Blob | null) => void
}
scope.onmessage = ({ data }) => {
  asDocx(data).then(
    (document) => scope.postMessage(document),
    () => scope.postMessage(null),
  )
}
