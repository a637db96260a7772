import { asDocx } from './export-docx.ts'
import type { Exported } from './exported.ts'

// A worker that makes one Word document and posts it. It posts null if it failed.

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
