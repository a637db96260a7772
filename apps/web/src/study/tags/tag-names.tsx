import { tagKey } from '@pathlight/contracts/tag-rules.ts'
import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { paintOf } from '../../look/highlight-looks.ts'
import { useSession } from '../../session/use-session.ts'
import { tagsQuery } from './tags-query.ts'

/** A tag by its name. `color`: #rrggbb, or null. */
export const TagName = ({ tag, color }: { readonly tag: string; readonly color: string | null }) => (
  <span
    data-paint={color ? paintOf(color) : undefined}
    className={`wrap-anywhere ${color ? 'rounded-sm px-1 text-ink' : ''}`}
  >
    <span aria-hidden className="opacity-60">
      #
    </span>
    {tag}
  </span>
)

const TagNames = ({ tags }: { readonly tags: readonly string[] }) => {
  // The person's tags are not fetched for the colours alone.
  const { data } = useQuery({ ...tagsQuery(useSession()), enabled: false })
  const colorOf = (tag: string) =>
    data?.value.tags.find((one) => one.color && tagKey(one.tag) === tagKey(tag))?.color ?? null
  return (
    <span className="mt-1 flex flex-wrap gap-x-2.5 gap-y-0.5 font-ui text-xs leading-relaxed font-medium text-accent">
      {tags.map((tag) => (
        <Fragment key={tag}>
          <TagName tag={tag} color={colorOf(tag)} />{' '}
        </Fragment>
      ))}
    </span>
  )
}
export default TagNames
