import type { Tagged } from '@pathlight/contracts/tag-rules.ts'
import { ChangedText } from '../history/changed-text.tsx'
import type { DifferenceProps } from '../history/kind-history.ts'
import { FreeTextDifference } from '../rich-text/rich-text-difference.tsx'
import { TagsDifference } from '../tags/tags-difference.tsx'

type Text = Tagged & { readonly title?: string | null; readonly text: string }

/** The changes of a text: title, words as they read, and tags. */
const TextDifference = ({ item, than }: DifferenceProps<Text>) => (
  <>
    {(item.title || than?.title) && (
      <ChangedText
        className="font-scripture font-semibold"
        before={than && (than.title ?? '')}
        after={item.title ?? ''}
      />
    )}
    <FreeTextDifference before={than?.text ?? null} after={item.text} />
    <TagsDifference item={item} than={than} />
  </>
)
export default TextDifference
