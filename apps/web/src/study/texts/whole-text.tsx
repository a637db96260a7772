import { lazy } from 'react'
import { Fetched } from '../../ui/fetched.tsx'
import { Tags } from '../tags/tags.tsx'

/**
 * Requests the code as soon as this module loads, so that a text seldom waits for it. A failure of the request is
 * handled by `Fetched`, when FreeText is rendered.
 */
const coming = import('../rich-text/free-text.tsx')
coming.catch(() => undefined)
const FreeText = lazy(async () => ({ default: (await coming).FreeText }))

/**
 * The title, the words and the tags of a text. `className` is set on the words. `inLink`: the text is inside a link.
 */
export const WholeText = ({
  item: { title, text, version, tags },
  className = '',
  inLink = false,
}: {
  readonly item: {
    readonly title?: string | null
    readonly text: string
    readonly version?: string
    readonly tags?: readonly string[] | undefined
  }
  readonly className?: string | undefined
  readonly inLink?: boolean | undefined
}) => (
  <>
    {title && <p className="font-semibold wrap-anywhere">{title}</p>}
    <Fetched instead={<p className={`whitespace-pre-wrap wrap-anywhere ${className}`}>{text}</p>}>
      <FreeText text={text} version={version} className={className} links={inLink ? 'none' : 'own'} />
    </Fetched>
    <Tags tags={tags} />
  </>
)
