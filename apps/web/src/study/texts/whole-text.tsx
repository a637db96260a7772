import { Tags } from '../tags/tags.tsx'

/** The title, the words and the tags of a text. `className`: of its words. */
export const WholeText = ({
  item: { title, text, tags },
  className = '',
}: {
  readonly item: {
    readonly title?: string | null
    readonly text: string
    readonly tags?: readonly string[] | undefined
  }
  readonly className?: string | undefined
}) => (
  <>
    {title && <p className="font-semibold wrap-anywhere">{title}</p>}
    <p className={`whitespace-pre-wrap wrap-anywhere ${className}`}>{text}</p>
    <Tags tags={tags} />
  </>
)
