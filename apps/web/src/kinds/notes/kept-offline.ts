import { textsOffline } from '../../study/texts/texts-offline.ts'
import { overlayNotes } from './overlay-notes.ts'

export const offline = textsOffline('/api/note', overlayNotes)
