/** The calls of the access test to messages of the contact page. */
export const messageAttempts = {
  contactMessages: () => ({ query: '{ contactMessages { totalCount nodes { email } } }', variables: {} }),
  unreadContactMessages: () => ({ query: '{ unreadContactMessages }', variables: {} }),
  markContactMessagesRead: () => ({
    query:
      'mutation M($input: MarkContactMessagesReadInput!) { markContactMessagesRead(input: $input) { contactMessages { id } } }',
    variables: { input: { ids: ['0123456789abcdef01234567'] } },
  }),
  sendContactMessage: () => ({
    query:
      'mutation S($input: SendContactMessageInput!) { sendContactMessage(input: $input) { contactMessage { id } } }',
    variables: { input: { name: 'A Name', email: 'a@example.com', message: 'When do you open again?' } },
  }),
};
