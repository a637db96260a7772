import { keptTexts } from '../../device/kept-texts.ts'
import { tellTexts } from './texts-worker-here.ts'

/** Makes the worker of texts prepare for a search, if this device has a version. Otherwise no worker is started. */
export const prepareSearch = async (): Promise<void> => {
  // The worker was started before the app's scripts.
  if (window.textsWorker) return
  const kept = await keptTexts.allKept().catch(() => [])
  if (kept.some(({ head }) => head.kind === 'version')) tellTexts({ type: 'prepare', search: '' })
}
