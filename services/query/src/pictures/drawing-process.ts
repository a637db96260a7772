import { constants, setPriority } from 'node:os'
import type { Picture } from './draw-picture.ts'
import { openDrawing } from './draw-pictures.ts'

/** The answer of the drawing process to one picture. `png` null: the fonts lack letters of its words. */
export type Drawn = { readonly png: Uint8Array | null } | { readonly failed: string }

const [from = '', folder = ''] = process.argv.slice(2)
// Pages and chapters are more urgent than pictures. Threads that start after this line inherit the low priority.
setPriority(constants.priority.PRIORITY_LOW)
const draw = openDrawing({ from, folder })
process.on('disconnect', () => process.exit())
process.on('message', async (picture: Picture) => {
  const drawn: Drawn = await draw(picture).then(
    (png) => ({ png }),
    (error: unknown) => ({ failed: String(error) }),
  )
  // The parent may be gone by now, so the callback swallows the error.
  process.send?.(drawn, undefined, {}, () => undefined)
})
