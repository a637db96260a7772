import { type ComponentProps, useState } from 'react'
import { Labelled } from './field.tsx'

type Props = Omit<ComponentProps<'input'>, 'id' | 'type' | 'onChange'> & {
  readonly label: string
  /** `choose`: the label of the button. `none`: the text beside the button while no file is chosen. */
  readonly choose: string
  readonly none: string
}

/**
 * A labelled file input in the interface's language. The browser's own file input would be in the browser's language.
 */
export const FileField = ({ label, choose, none, ...input }: Props) => {
  const [name, setName] = useState<string | null>(null)
  return (
    <Labelled label={label}>
      {(named) => (
        <span className="field relative flex h-auto min-w-0 items-center gap-3 py-1 pl-1">
          <span aria-hidden className="control plain flex-none">
            {choose}
          </span>
          <span aria-hidden className={`truncate ${name === null ? 'text-muted' : ''}`}>
            {name ?? none}
          </span>
          <input
            {...input}
            {...named}
            type="file"
            onChange={({ target }) => setName(target.files?.[0]?.name ?? null)}
            className="absolute inset-0 w-full cursor-pointer opacity-0 file:cursor-pointer"
          />
        </span>
      )}
    </Labelled>
  )
}
