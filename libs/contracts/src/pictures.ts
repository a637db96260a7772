import { z } from 'zod'
import { wholeNumber } from './whole-number.ts'

/** The style of a picture: one of the app's themes, or dawn. */
export const PICTURE_LOOKS = ['light', 'sepia', 'dark', 'dawn'] as const
export type PictureLook = (typeof PICTURE_LOOKS)[number]
/** wide: for link previews (1200 x 630); square: for messages (1080 x 1080). */
export const PICTURE_SHAPES = ['wide', 'square'] as const
export type PictureShape = (typeof PICTURE_SHAPES)[number]

const number = (sentence: string) => wholeNumber(sentence).refine((value) => value >= 1 && value <= 200, sentence)

/** GET /pictures/passage.png: `verse`, or `verse` to `through`. Without `verse`: the beginning of the chapter. */
export const passagePicture = z.object({
  version: z.string('Which version?').min(1, 'Which version?').max(20, 'There is no such version.'),
  book: z.string('Which book?').min(1, 'Which book?').max(60, 'There is no such book.'),
  chapter: number('A chapter is a number.'),
  verse: number('A verse is a number.').optional(),
  through: number('A verse is a number.').optional(),
  look: z.enum(PICTURE_LOOKS, 'There is no such look.').default('light'),
  shape: z.enum(PICTURE_SHAPES, 'There is no such shape.').default('wide'),
})
export type PassagePicture = z.infer<typeof passagePicture>

/** GET /preview.png: the picture of Pathlight itself, for link previews. */
export const previewPicture = z.object({ language: z.enum(['en', 'ko']).catch('en') })
