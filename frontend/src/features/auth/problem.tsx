/** What is wrong with a form or a field: the title of the specification and the reason, in one line where there is room. */
export const Problem = ({ title, text }: { title: string; text: string }) => (
  <>
    <strong className="font-semibold">{title}</strong> <span>{text}</span>
  </>
)
