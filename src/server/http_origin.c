/* The address of the client, also behind a proxy. */
#include "server/http_internal.h"

#include <arpa/inet.h>
#include <string.h>
#include <strings.h>

struct origin origin_of(const struct sockaddr *from)
{
    struct origin origin = {.family = from ? from->sa_family : AF_UNSPEC};
    if (origin.family == AF_INET) {
        origin.bytes = &((const struct sockaddr_in *)(const void *)from)->sin_addr;
    } else if (origin.family == AF_INET6) {
        const struct in6_addr *six = &((const struct sockaddr_in6 *)(const void *)from)->sin6_addr;
        origin.bytes = six;
        memcpy(&origin.address, six, sizeof origin.address);
        origin.is_local = IN6_IS_ADDR_LOOPBACK(six);
        if (IN6_IS_ADDR_V4MAPPED(six)) {
            origin.family = AF_INET;
            origin.bytes = &six->s6_addr[12];
        }
    }
    if (origin.family == AF_INET) {
        uint32_t four;
        memcpy(&four, origin.bytes, sizeof four);
        origin.address = ntohl(four);
        origin.is_local = origin.address >> 24 == 127;
    }
    return origin;
}

struct origin origin_of_connection(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    return origin_of(info ? info->client_addr : NULL);
}

bool origin_read_address(struct text words, struct sockaddr_storage *address)
{
    char whole[INET6_ADDRSTRLEN];
    struct text_out out;
    struct sockaddr_in four = {.sin_family = AF_INET};
    struct sockaddr_in6 six = {.sin6_family = AF_INET6};
    text_out_init(&out, whole, sizeof whole);
    text_out_add_text(&out, words);
    *address = (struct sockaddr_storage){.ss_family = AF_UNSPEC};
    if (out.truncated)
        return false;
    if (inet_pton(AF_INET, whole, &four.sin_addr) == 1)
        memcpy(address, &four, sizeof four);
    else if (inet_pton(AF_INET6, whole, &six.sin6_addr) == 1)
        memcpy(address, &six, sizeof six);
    return address->ss_family != AF_UNSPEC;
}

bool http_is_address(const char *words)
{
    struct sockaddr_storage address;
    return origin_read_address(text_of(words), &address);
}

bool origin_is_proxy(const struct http *http, const struct origin *origin)
{
    const struct origin proxy = origin_of((const struct sockaddr *)&http->proxy);
    return proxy.bytes && origin->bytes && proxy.family == origin->family &&
           memcmp(proxy.bytes, origin->bytes, proxy.family == AF_INET ? 4 : 16) == 0;
}

struct last_value {
    const char *name;
    struct text value;
};

static enum MHD_Result note_value(void *context, enum MHD_ValueKind kind, const char *name, const char *value)
{
    struct last_value *last = context;
    (void)kind;
    if (value && strcasecmp(name, last->name) == 0)
        last->value = text_of(value);
    return MHD_YES;
}

/* The last entry of a list header, which may come in several lines: "198.51.100.9, 192.0.2.7". */
static struct text last_listed(struct MHD_Connection *connection, const char *name)
{
    struct last_value last = {name, {"", 0}};
    (void)MHD_get_connection_values(connection, MHD_HEADER_KIND, note_value, &last);
    size_t end = last.value.length;
    while (end > 0 && last.value.bytes[end - 1] == ' ')
        end--;
    size_t first = end;
    while (first > 0 && last.value.bytes[first - 1] != ',' && last.value.bytes[first - 1] != ' ')
        first--;
    return text_slice(last.value, first, end - first);
}

void http_set_origin(struct exchange_private *exchange)
{
    struct sockaddr_storage forwarded;
    struct origin origin = origin_of_connection(exchange->connection);
    exchange->is_secure = exchange->http->options.certificate != NULL;
    if (origin_is_proxy(exchange->http, &origin)) {
        exchange->is_secure |=
            text_equal(last_listed(exchange->connection, "X-Forwarded-Proto"), text_of("https"));
        if (origin_read_address(last_listed(exchange->connection, "X-Forwarded-For"), &forwarded))
            origin = origin_of((const struct sockaddr *)&forwarded);
    }
    exchange->public.address = origin.address;
    exchange->public.is_local = origin.is_local;
    if (origin.bytes)
        (void)inet_ntop(origin.family, origin.bytes, exchange->public.from, sizeof exchange->public.from);
}
