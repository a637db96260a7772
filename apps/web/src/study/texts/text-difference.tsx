import type { Tagged } from '@pathlight/contracts/tag-rules.ts'
import { ChangedText } from '../history/changed-text.tsx'
import type { DifferenceProps } from '../history/kind-history.ts'
import { TagsDifference } from '../tags/tags-difference.tsx'

type Text = Tagged & { readonly title?: string | null; readonly text: string }

/** The title and the words of a text, word by word, and its tags. */
const TextDifference = ({ item, than }: DifferenceProps<Text>) => (
  <>
    {(item.title || than?.title) && (
      <ChangedText
        className="font-scripture font-semibold"
        before={than && (than.title ?? '')}
        after={item.title ?? ''}
      />
    )}
    <ChangedText className="font-scripture" before={than?.text} after={item.text} />
    <TagsDifference item={item} than={than} />
  </>
)
export default TextDifference
