# An independent server: framing is that of Debian's libnet-epp-perl, reading and schema checks are
# those of libxml; none of it is ours. One connection at a time; it ends with its parent.
use strict;
use warnings;
use IO::Socket::SSL;
use Net::EPP::Protocol;
use XML::LibXML;
use XML::LibXML::XPathContext;

my $schema = XML::LibXML::Schema->new(location => $ENV{XSD});
my $server = IO::Socket::SSL->new(
  LocalAddr => '127.0.0.1', LocalPort => 0, Listen => 5, ReuseAddr => 1,
  SSL_cert_file => $ENV{CERT_FILE}, SSL_key_file => $ENV{KEY_FILE},
) or die "listen: $!";
$| = 1;
print 'listening ', $server->sockport, "\n";

my %ns = (epp => 'urn:ietf:params:xml:ns:epp-1.0', domain => 'urn:ietf:params:xml:ns:domain-1.0');
my ($serial, %pending, @queue) = (0);

while (1) {
  my $client = $server->accept or next;
  serve($client);
  close $client;
}

sub serve {
  my $client = shift;
  my $send = sub {
    my $xml = qq{<?xml version="1.0" encoding="UTF-8"?><e:epp xmlns:e="$ns{epp}">$_[0]</e:epp>};
    $schema->validate(XML::LibXML->new->parse_string($xml));
    Net::EPP::Protocol->send_frame($client, $xml);
  };
  $send->(greeting());
  while (1) {
    my $frame = eval { Net::EPP::Protocol->get_frame($client) };
    last if !defined $frame || $frame eq '';
    my $document = XML::LibXML->new->parse_string($frame);
    my $x = XML::LibXML::XPathContext->new($document);
    $x->registerNs($_, $ns{$_}) for keys %ns;
    if (eval { $schema->validate($document); 1 }) { answer($x, $send) }
    else { print "violation $@\n"; respond($x, $send, 2001) }
    last if $x->exists('//epp:logout');
  }
}

sub greeting {
  return qq{<e:greeting><e:svID>perl-peer</e:svID><e:svDate>2026-11-14T00:00:00.0Z</e:svDate>}
    . qq{<e:svcMenu><e:version>1.0</e:version><e:lang>en</e:lang><e:objURI>$ns{domain}</e:objURI>}
    . qq{</e:svcMenu><e:dcp><e:access><e:all/></e:access><e:statement><e:purpose><e:prov/>}
    . qq{</e:purpose><e:recipient><e:ours/></e:recipient><e:retention><e:stated/></e:retention>}
    . qq{</e:statement></e:dcp></e:greeting>};
}

sub respond {
  my ($x, $send, $code, $data, $queue) = @_;
  $serial++;
  my $id = $x->findvalue('//epp:clTRID');
  $send->(qq{<e:response><e:result code="$code"><e:msg>Text</e:msg></e:result>} . ($queue // '')
    . ($data ? "<e:resData>$data</e:resData>" : '')
    . qq{<e:trID><e:clTRID>$id</e:clTRID><e:svTRID>SV-$serial</e:svTRID></e:trID></e:response>});
}

sub transfer {
  my ($name, $status) = @_;
  return qq{<d:trnData xmlns:d="$ns{domain}"><d:name>$name</d:name><d:trStatus>$status</d:trStatus>}
    . qq{<d:reID>pier-one</d:reID><d:reDate>2026-11-14T00:00:00.0Z</d:reDate><d:acID>them</d:acID>}
    . qq{<d:acDate>2026-11-19T00:00:00.0Z</d:acDate></d:trnData>};
}

sub answer {
  my ($x, $send) = @_;
  my $name = $x->findvalue('//domain:name');
  if ($x->exists('//epp:hello')) { return $send->(greeting()) }
  if ($x->exists('//epp:login')) {
    return respond($x, $send, $x->findvalue('//epp:pw') eq 'foo-BAR2' ? 1000 : 2200);
  }
  if ($x->exists('//epp:transfer[@op="request"]')) {
    return respond($x, $send, 2202) if $x->findvalue('//domain:pw') ne $ENV{CODE};
    return respond($x, $send, 2300) if $pending{$name};
    $pending{$name} = 1;
    push @queue, [++$serial, $name];
    return respond($x, $send, 1001, transfer($name, 'pending'));
  }
  if ($x->exists('//epp:transfer[@op="query"]')) {
    return $pending{$name}
      ? respond($x, $send, 1000, transfer($name, 'pending'))
      : respond($x, $send, 2301);
  }
  if ($x->exists('//epp:poll[@op="req"]')) {
    return respond($x, $send, 1300) unless @queue;
    my ($id, $about) = @{$queue[0]};
    my $queue = '<e:msgQ count="' . @queue . qq{" id="$id"><e:qDate>2026-11-14T00:00:00.0Z</e:qDate>}
      . '<e:msg>Transfer approved.</e:msg></e:msgQ>';
    return respond($x, $send, 1301, transfer($about, 'serverApproved'), $queue);
  }
  if ($x->exists('//epp:poll[@op="ack"]')) {
    my $id = $x->findvalue('//epp:poll/@msgID');
    return respond($x, $send, 2303) unless @queue && $queue[0][0] eq $id;
    shift @queue;
    return respond($x, $send, 1000);
  }
  return respond($x, $send, $x->exists('//epp:logout') ? 1500 : 2101);
}
