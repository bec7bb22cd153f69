import type { ReactNode } from 'react';
import { look, sheet } from './looks';
import type { Fact, MessageView, Quote } from './messageView';

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
      <body {...look('page')}>
        <Table name="ground">
          <tr>
            <td align="center">
              <Table name="sheet" width={600}>
                <tr>
                  <td {...look('head')}>
                    <Mark />
                  </td>
                </tr>
                <tr>
                  <td {...look('body')}>
                    <Body view={view} />
                  </td>
                </tr>
                <tr>
                  <td {...look('foot')}>Kiosk · {view.reason}</td>
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
  name: Parameters<typeof look>[0];
  width?: number;
  children: ReactNode;
}

function Table({ name, width, children }: TableProps) {
  return (
    <table role="presentation" width={width ?? '100%'} cellPadding={0} cellSpacing={0} border={0} {...look(name)}>
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
            <td key={index} {...look(name)}>
              &nbsp;
            </td>
          ))}
          <td rowSpan={2} {...look('name')}>
            Kiosk
          </td>
        </tr>
        <tr>
          <td colSpan={3} {...look('counter')}>
            &nbsp;
          </td>
        </tr>
      </tbody>
    </table>
  );
}

function Body({ view }: { view: MessageView }) {
  const { heading, paragraphs, facts, quotes, button, lines, sums, total, panels } = view;
  return (
    <>
      <h1 {...look('heading')}>{heading}</h1>
      {paragraphs.map((paragraph) => (
        <p key={paragraph} {...look('paragraph')}>
          {paragraph}
        </p>
      ))}
      {facts.length > 0 && <Facts facts={facts} />}
      {quotes.map((quote, index) => (
        <QuotePanel key={index} quote={quote} />
      ))}
      {button && (
        <Table name="block">
          <tr>
            <td {...look('button')}>
              <a href={button.url} target="_blank" rel="noreferrer" {...look('link')}>
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
          <td {...look('what')}>{what}</td>
          <td {...look('value')}>{value}</td>
        </tr>
      ))}
    </Table>
  );
}

function QuotePanel({ quote: { name, detail, lines, rest } }: { quote: Quote }) {
  return (
    <Table name="panel">
      <tr>
        <td {...look('part')}>
          <b>
            <bdi>{name}</bdi>
          </b>
          <br />
          <span {...look('small')}>
            <bdi>{detail}</bdi>
          </span>
        </td>
      </tr>
      <tr>
        <td {...look('part')}>
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
          <td {...look('part')}>
            <span {...look('small')}>{rest}</span>
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
          <td {...look('line')}>
            <b>
              <bdi>{name}</bdi>
            </b>
            <br />
            <span {...look('small')}>{detail}</span>
          </td>
          {amount !== null && <td {...look('amount')}>{amount}</td>}
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
          <td {...look('sum')}>{name}</td>
          <td {...look('sumValue')}>{amount}</td>
        </tr>
      ))}
      <tr>
        <td {...look('total')}>{what}</td>
        <td {...look('totalValue')}>{value}</td>
      </tr>
    </Table>
  );
}

function Panels({ panels }: Pick<MessageView, 'panels'>) {
  return (
    <Table name="panel">
      <tr>
        {panels.map(({ title, lines }) => (
          <td key={title} {...look('part')}>
            <span {...look('small')}>{title}</span>
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
