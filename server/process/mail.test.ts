import { createLogger } from '../http/logging';
import { readEnvironment } from '../env';
import { readyGuest, countedProduct } from '../testing/buyer';
import { MailServer, type ReceivedMail } from '../testing/mailServer';
import { createCaller } from '../testing/startTestServer';
import { uriWithDatabase } from '../testing/uriWithDatabase';
import { useTestDatabase } from '../testing/useTestDatabase';
import { serveShop } from './serveShop';

const database = useTestDatabase();

test('C37 C38 with SMTP_URL and MAIL_FROM a buyer gets a confirmation with a link that opens the order', async () => {
  const mailServer = new MailServer();
  const arrived = new Promise<ReceivedMail>((resolve) => (mailServer.onReceived = resolve));
  const port = await mailServer.start();
  const lines: string[] = [];
  const shop = await serveShop({
    environment: readEnvironment({
      ...{ PORT: '0', DEMO_DATA: 'off' },
      SMTP_URL: `smtp://kiosk:right@127.0.0.1:${port}/?tls.rejectUnauthorized=false`,
      ...{ MAIL_FROM: 'Kiosk <orders@shop.example>', CONTACT_EMAIL: 'desk@shop.example' },
    } as unknown as NodeJS.ProcessEnv),
    mongodbUri: uriWithDatabase(database.uri, database.databaseName),
    // Guests need no identity provider.
    emulatorHost: '127.0.0.1:1',
    log: createLogger('trace', { write: (line) => void lines.push(line) }),
  });
  try {
    await shop.ready();
    const caller = createCaller(shop.url);
    const { slug } = await countedProduct(database, 1);
    const { guest, checkout } = await readyGuest(caller, slug);
    await guest.pay(await guest.submit(checkout));
    const { orderNumber } = await guest.call('confirmPayment', { id: checkout.id });
    expect(await arrived).toMatchObject({ sender: 'orders@shop.example', recipients: ['anna@example.com'] });
    const [mail] = await mailServer.parsed();
    expect(mail?.subject).toBe(`Your order ${orderNumber} is placed`);
    const [, link = ''] = new RegExp(`${shop.url}/order/${orderNumber}/(\\S+)`).exec(mail?.text ?? '') ?? [];
    const { json } = await caller.graphql(
      'query ($number: ID!) { order(number: $number) { number email messages { id } } }',
      { number: orderNumber },
      { headers: { 'x-checkout-token': link } },
    );
    expect(json).toEqual({ data: { order: { number: orderNumber, email: 'anna@example.com', messages: null } } });
    await caller.graphql(
      'mutation { sendContactMessage(input: { name: "Anna", email: "anna@example.com", message: "When does it arrive?" }) { contactMessage { id } } }',
    );
    const toDesk = { 'content.kind': 'CONTACT_MESSAGES', recipient: 'desk@shop.example', status: 'PENDING' };
    expect(await database.db.collection('outbox').countDocuments(toDesk)).toBe(1);
  } finally {
    await shop.stop();
    await mailServer.stop();
  }
  expect(lines.join('')).not.toMatch(/kiosk:right|anna@example\.com/);
}, 60_000);
