import { onVersesOf } from '../../study/on-verses-of.ts'
import { highlightWrites } from './highlight-writes.ts'

/** Highlights as the overlay of a chapter has them. */
export const overlayHighlights = onVersesOf('highlights', highlightWrites)
