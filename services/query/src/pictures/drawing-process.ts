import { setPriority } from 'node:os'
import type { Picture } from './draw-picture.ts'
import { openDrawing } from './draw-pictures.ts'

/** What the process answers to a picture that it was sent. */
export type Drawn = { readonly png: Uint8Array } | { readonly failed: string }

const [from = '', folder = ''] = process.argv.slice(2)
const draw = openDrawing({ from, folder })
// Whoever waits for a page or a chapter comes before those who wait for a picture.
setPriority(10)
process.on('disconnect', () => process.exit())
process.on('message', async (picture: Picture) => {
  const drawn: Drawn = await draw(picture).then(
    (png) => ({ png }),
    (error: unknown) => ({ failed: String(error) }),
  )
  process.send?.(drawn)
})
