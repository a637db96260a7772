import { FreeText } from '../rich-text/free-text.tsx'
import { Tags } from '../tags/tags.tsx'

/** The title, the words and the tags of a text. `className`: of its words. `inLink`: around it is a link. */
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
    <FreeText text={text} version={version} className={className} links={inLink ? 'none' : 'own'} />
    <Tags tags={tags} />
  </>
)
