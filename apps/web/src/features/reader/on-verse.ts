import { lazy } from 'react'

// The seam between the reader and what people have on its verses: the one file of this feature that names others. A
// feature hands in its marks, its actions and its panel here; the reader decides where they stand.

export const NotePanel = lazy(() => import('../notes/note-panel.tsx'))
