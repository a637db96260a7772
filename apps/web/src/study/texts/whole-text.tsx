import { FreeText } from '../rich-text/free-text.tsx'

/** The title and the words of a text. `className`: of its words. `inLink`: around it is a link. */
export const WholeText = ({
  item: { title, text, version },
  className = '',
  inLink = false,
}: {
  readonly item: { readonly title?: string | null; readonly text: string; readonly version?: string }
  readonly className?: string | undefined
  readonly inLink?: boolean | undefined
}) => (
  <>
    {title && <p className="font-semibold wrap-anywhere">{title}</p>}
    <FreeText text={text} version={version} className={className} links={inLink ? 'none' : 'own'} />
  </>
)
