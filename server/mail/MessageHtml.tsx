import type { ReactNode } from 'react';
import { sheet, styleOf } from './styles';
import type { Fact, MessageView, QuotedMessage } from './messageView';

/** The HTML part: tables only, no pictures or external resources. */
export function MessageHtml({ view }: { view: MessageView }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{view.subject}</title>
        <style>{sheet}</style>
      </head>
      <body {...styleOf('page')}>
        <Table name="ground">
          <tr>
            <td align="center">
              <Table name="sheet" width={600}>
                <tr>
                  <td {...styleOf('head')}>
                    <Mark />
                  </td>
                </tr>
                <tr>
                  <td {...styleOf('body')}>
                    <Body view={view} />
                  </td>
                </tr>
                <tr>
                  <td {...styleOf('foot')}>Kiosk · {view.reason}</td>
                </tr>
              </Table>
            </td>
          </tr>
        </Table>
      </body>
    </html>
  );
}

interface TableProps {
  name: Parameters<typeof styleOf>[0];
  width?: number;
  children: ReactNode;
}

function Table({ name, width, children }: TableProps) {
  return (
    <table role="presentation" width={width ?? '100%'} cellPadding={0} cellSpacing={0} border={0} {...styleOf(name)}>
      <tbody>{children}</tbody>
    </table>
  );
}

/** The shop's logo in coloured table cells: an awning above a counter. */
function Mark() {
  return (
    <table role="presentation" cellPadding={0} cellSpacing={0} border={0}>
      <tbody>
        <tr>
          {(['amber', 'stripe', 'amber'] as const).map((name, index) => (
            <td key={index} {...styleOf(name)}>
              &nbsp;
            </td>
          ))}
          <td rowSpan={2} {...styleOf('name')}>
            Kiosk
          </td>
        </tr>
        <tr>
          <td colSpan={3} {...styleOf('counter')}>
            &nbsp;
          </td>
        </tr>
      </tbody>
    </table>
  );
}

function Body({ view }: { view: MessageView }) {
  const { heading, paragraphs, facts, quotedMessages, button, lines, sums, total, panels } = view;
  return (
    <>
      <h1 {...styleOf('heading')}>{heading}</h1>
      {paragraphs.map((paragraph) => (
        <p key={paragraph} {...styleOf('paragraph')}>
          {paragraph}
        </p>
      ))}
      {facts.length > 0 && <Facts facts={facts} />}
      {quotedMessages.map((message, index) => (
        <QuotedMessagePanel key={index} message={message} />
      ))}
      {button && (
        <Table name="block">
          <tr>
            <td {...styleOf('button')}>
              <a href={button.url} target="_blank" rel="noreferrer" {...styleOf('link')}>
                {button.label}
              </a>
            </td>
          </tr>
        </Table>
      )}
      {lines.length > 0 && <Lines lines={lines} />}
      {total && <Sums sums={sums} total={total} />}
      {panels.length > 0 && <Panels panels={panels} />}
    </>
  );
}

function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <Table name="panel">
      {facts.map(([what, value]) => (
        <tr key={what}>
          <td {...styleOf('what')}>{what}</td>
          <td {...styleOf('value')}>{value}</td>
        </tr>
      ))}
    </Table>
  );
}

function QuotedMessagePanel({ message: { name, detail, lines, rest } }: { message: QuotedMessage }) {
  return (
    <Table name="panel">
      <tr>
        <td {...styleOf('part')}>
          <b>
            <bdi>{name}</bdi>
          </b>
          <br />
          <span {...styleOf('small')}>
            <bdi>{detail}</bdi>
          </span>
        </td>
      </tr>
      <tr>
        <td {...styleOf('part')}>
          {lines.map((line, index) => (
            <span key={index}>
              {index > 0 && <br />}
              <bdi>{line}</bdi>
            </span>
          ))}
        </td>
      </tr>
      {rest !== null && (
        <tr>
          <td {...styleOf('part')}>
            <span {...styleOf('small')}>{rest}</span>
          </td>
        </tr>
      )}
    </Table>
  );
}

function Lines({ lines }: Pick<MessageView, 'lines'>) {
  return (
    <Table name="block">
      {lines.map(({ name, detail, amount }, index) => (
        <tr key={index}>
          <td {...styleOf('line')}>
            <b>
              <bdi>{name}</bdi>
            </b>
            <br />
            <span {...styleOf('small')}>{detail}</span>
          </td>
          {amount !== null && <td {...styleOf('amount')}>{amount}</td>}
        </tr>
      ))}
    </Table>
  );
}

function Sums({ sums, total: [what, value] }: { sums: readonly Fact[]; total: Fact }) {
  return (
    <Table name="block">
      {sums.map(([name, amount]) => (
        <tr key={name}>
          <td {...styleOf('sum')}>{name}</td>
          <td {...styleOf('sumValue')}>{amount}</td>
        </tr>
      ))}
      <tr>
        <td {...styleOf('total')}>{what}</td>
        <td {...styleOf('totalValue')}>{value}</td>
      </tr>
    </Table>
  );
}

function Panels({ panels }: Pick<MessageView, 'panels'>) {
  return (
    <Table name="panel">
      <tr>
        {panels.map(({ title, lines }) => (
          <td key={title} {...styleOf('part')}>
            <span {...styleOf('small')}>{title}</span>
            {lines.map((text, index) => (
              <span key={index}>
                <br />
                <bdi>{text}</bdi>
              </span>
            ))}
          </td>
        ))}
      </tr>
    </Table>
  );
}
