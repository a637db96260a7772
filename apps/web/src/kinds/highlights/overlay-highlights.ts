import { onVersesOf } from '../../study/on-verses-of.ts'
import { highlightWrites } from './highlight-writes.ts'

export const overlayHighlights = onVersesOf('highlights', highlightWrites)
