import { constants, setPriority } from 'node:os'
import type { Picture } from './draw-picture.ts'
import { openDrawing } from './draw-pictures.ts'

/** What the process answers to a picture that it was sent. */
export type Drawn = { readonly png: Uint8Array } | { readonly failed: string }

const [from = '', folder = ''] = process.argv.slice(2)
// Whoever waits for a page or a chapter comes before those who wait for a picture. Threads that are begun from here on have it, too.
setPriority(constants.priority.PRIORITY_LOW)
const draw = openDrawing({ from, folder })
process.on('disconnect', () => process.exit())
process.on('message', async (picture: Picture) => {
  const drawn: Drawn = await draw(picture).then(
    (png) => ({ png }),
    (error: unknown) => ({ failed: String(error) }),
  )
  process.send?.(drawn)
})
