import type { Note } from '@pathlight/contracts/notes.ts'
import { ChangedText } from '../../study/history/changed-text.tsx'
import type { DifferenceProps } from '../../study/history/kind-history.ts'

/** A note's title and text, word by word. */
const NoteDifference = ({ item, than }: DifferenceProps<Note>) => (
  <>
    {(item.title || than?.title) && (
      <ChangedText
        className="font-scripture font-semibold"
        before={than && (than.title ?? '')}
        after={item.title ?? ''}
      />
    )}
    <ChangedText className="font-scripture" before={than?.text} after={item.text} />
  </>
)
export default NoteDifference
