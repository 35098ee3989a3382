import { Kbd } from '../../ui/kbd.tsx'
import { type Answer, type Piece, piecesOf } from './answer.ts'

/** What is one key is drawn as one; other typed text is code. */
const KEY = /^(?:\S|Shift|Enter|Space|Escape)$/

const Part = ({ of: { kind, text } }: { of: Piece }) => {
  if (kind === 'ui') return <strong className="font-semibold">{text}</strong>
  if (kind === 'text') return text
  if (KEY.test(text)) return <Kbd>{text}</Kbd>
  return <code className="rounded-[4px] bg-sunken px-1.5 font-mono text-[0.9em] break-words">{text}</code>
}

const Pieces = ({ of: paragraph }: { of: string }) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a paragraph never change
  piecesOf(paragraph).map((piece, index) => <Part key={index} of={piece} />)

/** The text of an answer: paragraphs and numbered steps. */
export const Paragraphs = ({ of: { text } }: { of: Pick<Answer, 'text'> }) =>
  text.map(block =>
    typeof block === 'string' ? (
      <p key={block}>
        <Pieces of={block} />
      </p>
    ) : (
      <ol key={block.join()} className="flex list-decimal flex-col gap-1.5 pl-6 marker:text-ink-3">
        {block.map(step => (
          <li key={step} className="pl-1">
            <Pieces of={step} />
          </li>
        ))}
      </ol>
    ),
  )
