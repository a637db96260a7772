/** The title and the words of a text. `className`: of its words. */
export const WholeText = ({
  item: { title, text },
  className = '',
}: {
  readonly item: { readonly title?: string | null; readonly text: string }
  readonly className?: string | undefined
}) => (
  <>
    {title && <p className="font-semibold wrap-anywhere">{title}</p>}
    <p className={`whitespace-pre-wrap wrap-anywhere ${className}`}>{text}</p>
  </>
)
