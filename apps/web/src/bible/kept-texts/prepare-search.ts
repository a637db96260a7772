import { keptTexts } from '../../device/kept-texts.ts'
import { tellTexts } from './texts-worker-here.ts'

/** Lets the worker of texts make ready for a search, where this device keeps a version: a device without one starts no worker. */
export const prepareSearch = async (): Promise<void> => {
  // It has begun before the app's scripts.
  if (window.textsWorker) return
  const kept = await keptTexts.allKept().catch(() => [])
  if (kept.some(({ head }) => head.kind === 'version')) tellTexts({ type: 'prepare', search: '' })
}
