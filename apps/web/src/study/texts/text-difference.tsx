import { editableFields } from '@pathlight/contracts/kind-rules.ts'
import type { Tagged } from '@pathlight/contracts/tag-rules.ts'
import { ChangedText } from '../history/changed-text.tsx'
import type { DifferenceProps } from '../history/kind-history.ts'
import { FreeTextDifference } from '../rich-text/rich-text-difference.tsx'
import { TagsDifference } from '../tags/tags-difference.tsx'
import type { TextEditable } from './text-drafts.ts'

type Text = Tagged & { readonly text: string }
type Props = DifferenceProps<Text> & { readonly kind: TextEditable }

/** The changes of a text: its short fields, words as they read, and tags. */
const TextDifference = ({ kind, item, than }: Props) => (
  <>
    {editableFields(kind)
      .filter((name) => name !== 'text' && name !== 'tags')
      .map((name) => {
        const of = (text: object | null) => (text as Readonly<Record<string, string | null>> | null)?.[name] ?? ''
        const look = name === 'title' ? 'font-scripture font-semibold' : 'text-sm'
        return (
          (of(item) || of(than)) && (
            <ChangedText key={name} className={look} before={than && of(than)} after={of(item)} />
          )
        )
      })}
    <FreeTextDifference before={than?.text ?? null} after={item.text} />
    <TagsDifference item={item} than={than} />
  </>
)
export default TextDifference
