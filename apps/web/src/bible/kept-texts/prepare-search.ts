import { keptTexts } from '../../device/kept-texts.ts'
import { tellTexts } from './texts-worker-here.ts'

/** Makes the texts worker prepare for a search, if this device has a version. If not, no worker is started. */
export const prepareSearch = async (): Promise<void> => {
  // public/before-scripts.js has already started the worker.
  if (window.textsWorker) return
  const kept = await keptTexts.allKept().catch(() => [])
  if (kept.some(({ head }) => head.kind === 'version')) tellTexts({ type: 'prepare', search: '' })
}
