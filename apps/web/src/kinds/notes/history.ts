import { textHistory } from '../../study/texts/text-history.ts'
import { PencilLine } from '../../ui/icons.ts'
import { noteWrites } from './note-writes.ts'

export const history = textHistory('note', PencilLine, noteWrites)
